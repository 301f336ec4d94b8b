"""What only the page needs: Lessons."""
