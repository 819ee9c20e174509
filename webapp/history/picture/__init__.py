"""The result of a match as a picture to send: content, layout, drawing."""
