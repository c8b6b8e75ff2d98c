"""The file that the product reads: written, read back, and put into operations that are quick."""
