"""From labelled pictures to a crown detector that the product can run."""
