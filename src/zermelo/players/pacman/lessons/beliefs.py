"""Who is right about the ghosts wins. Minimax takes every ghost for an enemy, expectimax for a drunkard. Each of them plays against
both: four pairings, one table."""
