"""From labelled images to a crown detector that the product can run."""
