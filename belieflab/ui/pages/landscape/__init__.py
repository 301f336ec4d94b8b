"""What only the page needs: Landscape."""
