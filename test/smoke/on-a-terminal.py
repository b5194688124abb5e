"""Runs a command on a pseudo-terminal of its own: what is typed comes on stdin, what is shown goes to stdout.
Ends with the command's exit code, or with 128 and the number of the signal that ended it."""
import fcntl, os, pty, select, struct, sys, termios

pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
sources = [terminal, 0]
while terminal in sources:
    for source in select.select(sources, [], [])[0]:
        try:
            piece = os.read(source, 65536)
        except OSError:  # EIO: nobody has the terminal open any more
            piece = b""
        if not piece:
            sources.remove(source)
        else:
            os.write(terminal if source == 0 else 1, piece)
status = os.waitpid(pid, 0)[1]
sys.exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status))
