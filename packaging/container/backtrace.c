/* What the Swift runtime calls when a program crashes: the Swift backtracer, with a deadline. The program that crashed
   waits for it to end, and is started again only then; so one that hangs must not hang for ever. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#define BACKTRACER "/usr/libexec/swift/linux/swift-backtrace-static"

int main(int count, char *words[]) {
  (void)count;
  sigset_t none;
  sigemptyset(&none);
  /* The runtime calls it from a signal handler; what is blocked stays so across execve(2), and so does an alarm. */
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGALRM, SIG_DFL);
  alarm(20);
  execv(BACKTRACER, words);
  perror(BACKTRACER);
  return 127;
}
