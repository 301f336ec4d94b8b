"""What only the page needs: Class as crowd."""
