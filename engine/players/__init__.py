"""Players: what chooses plays and cube actions, by any means, behind two small protocols."""
