import { createRequestHandler, type ServerBuild } from '@remix-run/cloudflare'
// @ts-expect-error The build of the pages exists only once `npm run build` has run.
import * as build from '../build/server/index.js'
import type { HandlePage } from './app.server.ts'

/** Pages, as built by Vite. */
export const handlePage: HandlePage = createRequestHandler(build as unknown as ServerBuild, 'production')
