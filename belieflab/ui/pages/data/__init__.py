"""What only the page needs: Data."""
