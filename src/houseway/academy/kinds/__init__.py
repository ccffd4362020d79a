"""The kinds of question, a small file each: what is shown, what is asked, and which function of the game judges it."""
