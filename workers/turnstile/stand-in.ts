/**
 * Development's Turnstile: the script draws a checkbox that fetches a proof; the check accepts each
 * proof once. Proofs live in memory and end with the process.
 */
const proofs = new Set<string>()

/** `/__dev/turnstile/api.js`, and `POST /__dev/turnstile/proof`, which the box calls. */
export function turnstileStandIn(path: string, method: string): Response {
  if (path === '/api.js')
    return new Response(SCRIPT, { headers: { 'Content-Type': 'text/javascript; charset=utf-8' } })
  if (path !== '/proof' || method !== 'POST')
    return Response.json({ error: 'no such development page' }, { status: 404 })
  const proof = `standin.${crypto.randomUUID()}`
  proofs.add(proof)
  return Response.json({ proof })
}

/** The server's call that checks a proof. */
export async function checkProof(request: Request): Promise<Response> {
  const { response } = await request.json<{ response?: unknown }>()
  const success = typeof response === 'string' && proofs.delete(response)
  return Response.json({
    success,
    'error-codes': success ? [] : ['invalid-input-response'],
  })
}

const SCRIPT = `window.turnstile = {
  render(box) {
    const label = document.createElement('label')
    const tick = document.createElement('input')
    const field = document.createElement('input')
    tick.type = 'checkbox'
    field.type = 'hidden'
    field.name = 'cf-turnstile-response'
    tick.onchange = async () => {
      const made = await fetch('/__dev/turnstile/proof', { method: 'POST' })
      field.value = (await made.json()).proof
    }
    label.append(tick, ' I am a person (stand-in)')
    box.replaceChildren(label, field)
    return 'stand-in'
  },
  remove() {},
}`
