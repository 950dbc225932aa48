import { redirect } from '@remix-run/cloudflare'

/** The older address of the moving page. */
export const loader = () => redirect('/moving', 301)
