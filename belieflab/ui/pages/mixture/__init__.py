"""What only the page needs: Mixture."""
