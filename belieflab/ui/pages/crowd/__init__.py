"""What only the page needs: Crowd."""
