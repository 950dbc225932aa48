import { type ClientLoaderFunctionArgs, redirectDocument } from '@remix-run/react'

/**
 * The `clientLoader` of a page that only the server draws: coming from a page that React runs, the
 * browser loads it as a document.
 */
export const asDocument = ({ request }: ClientLoaderFunctionArgs) => redirectDocument(request.url)
