"""What only the page needs: What-if."""
