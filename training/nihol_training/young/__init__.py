"""Young trees for training: laid into scenes, and the ground that is drawn for them."""
