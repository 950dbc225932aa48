import { rmSync } from 'node:fs'
import path from 'node:path'
import { root } from './dev-config.ts'

/** `npm run reset`: deletes the local database, objects, keys and the moved clock. */
rmSync(path.resolve(root, process.env.STATE_DIR ?? '.state'), { recursive: true, force: true })
console.log('The local state has been deleted. Run `npm start` to create it again.')
