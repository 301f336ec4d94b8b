"""What only the page needs: Start."""
