"""Several networks trained side by side on one stream of crops: on an accelerator cutting crops is what takes the time."""
