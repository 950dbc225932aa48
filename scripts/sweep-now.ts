/**
 * Runs development's sweep now, instead of within a minute. Returns true once it has finished;
 * false if no development server answers (PORT).
 */
export async function sweepNow(): Promise<boolean> {
  const answer = await fetch(`http://localhost:${process.env.PORT ?? '8787'}/__dev/clock`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ advanceSeconds: 0 }),
  }).catch(() => null)
  return answer?.ok ?? false
}
