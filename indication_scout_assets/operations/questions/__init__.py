"""What is asked of a workspace: papers, labels, diseases, sources."""
