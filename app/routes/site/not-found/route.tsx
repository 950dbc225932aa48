/**
 * Every address that is no page. A route, so that the frame around the message knows who is
 * looking.
 */
export function loader(): never {
  throw new Response(null, { status: 404 })
}

export const action = loader

export default function NotFound() {
  return null
}
