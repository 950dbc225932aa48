import { redirect } from '@remix-run/cloudflare'

/** The old address of the moving page. */
export const loader = () => redirect('/moving', 301)
