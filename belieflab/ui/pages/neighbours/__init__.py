"""What only the page needs: Neighbours."""
