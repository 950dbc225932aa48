/** Every address without a page. A route, so that the frame around the message knows the viewer. */
export function loader(): never {
  throw new Response(null, { status: 404 })
}

export const action = loader

export default function NotFound() {
  return null
}
