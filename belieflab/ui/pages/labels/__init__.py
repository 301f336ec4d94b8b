"""What only the page needs: Labels."""
