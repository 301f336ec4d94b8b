"""What only the page needs: Networks."""
