"""What only the page needs: EKNNclus."""
