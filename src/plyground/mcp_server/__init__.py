"""A server of tools for language models and agents, by the Model Context Protocol (the optional package ``mcp``)."""
