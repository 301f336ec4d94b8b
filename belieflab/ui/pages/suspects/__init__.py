"""What only the page needs: Suspects."""
