"""What only the page needs: Belief playground."""
