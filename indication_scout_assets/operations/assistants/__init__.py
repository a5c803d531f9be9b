"""What AI assistants are offered over the Model Context Protocol: tools that read, and nothing that writes.

What belongs here: the tools' work and results (``assistant_tools``, ``tool_results``) and the server of the protocol
(``protocol_server``), the only module that imports the package ``mcp``. How questions are answered is in the
room ``answering``.
"""
