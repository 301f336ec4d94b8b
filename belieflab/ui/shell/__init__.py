"""What surrounds every page: navigation, workspace, links, files, lecture mode, messages."""
