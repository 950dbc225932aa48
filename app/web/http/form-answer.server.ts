/** The header of forms sent by a script (app/web/page-script/ask.ts): `sent` or `preview`. */
export const BY_SCRIPT = 'X-Form'

/** Whether only the page is wanted, rendered with the form's current values, and no action. */
export const isPreview = (request: Request): boolean => request.headers.get(BY_SCRIPT) === 'preview'

/**
 * Makes a redirect readable for a script. `fetch` hides the target of a redirect that it follows,
 * so the script would load the page twice.
 */
export function asTold(request: Request, response: Response): Response {
  const to = response.headers.get('Location')
  if (!request.headers.has(BY_SCRIPT) || to === null) return response
  const headers = new Headers(response.headers)
  headers.delete('Location')
  headers.set('X-Location', to)
  return new Response(null, { status: 204, headers })
}
