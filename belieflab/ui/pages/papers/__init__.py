"""What only the page needs: Papers."""
