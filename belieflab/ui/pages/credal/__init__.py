"""What only the page needs: Credal partition."""
