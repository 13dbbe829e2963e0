"""Other libraries' games here, and the games of this package for other libraries; each file needs its library only when used."""
