/** The header of a form that a script sends (app/web/page-script/ask.ts): `sent` or `preview`. */
export const BY_SCRIPT = 'X-Form'

/** Whether the page is only to be drawn with what is in its form so far; nothing is carried out. */
export const isPreview = (request: Request): boolean => request.headers.get(BY_SCRIPT) === 'preview'

/**
 * What a script can read of a redirect: it cannot see where one leads that the browser follows
 * itself, and would load the page twice.
 */
export function asTold(request: Request, response: Response): Response {
  const to = response.headers.get('Location')
  if (!request.headers.has(BY_SCRIPT) || to === null) return response
  const headers = new Headers(response.headers)
  headers.delete('Location')
  headers.set('X-Location', to)
  return new Response(null, { status: 204, headers })
}
