"""What only the page needs: Active learning."""
