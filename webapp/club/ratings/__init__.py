"""How strong players are by what they have played, a game at a time, and how sure that is. No Flask, no store."""
