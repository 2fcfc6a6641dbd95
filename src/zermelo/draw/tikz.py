def tikz():0
