"""What commands share: options, progress, where input comes from and where output goes."""
