"""What only the page needs: Evaluate."""
