"""The bat: a vampire bites beside the bat, which goes from hand to hand; whoever is bitten changes camp."""
