import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root, writeDevVars } from './dev-config.ts'

test('a state folder served on another port before keeps its keys and uses the current port', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vars-'))
  try {
    const read = () =>
      Object.fromEntries(
        readFileSync(writeDevVars(folder), 'utf8')
          .trim()
          .split('\n')
          .map((line) => line.split('=', 2)),
      )
    expect(read().SITE_URL).toBe('http://localhost:8787')
    const { PEPPER } = read()
    writeDevVars(folder, 'http://localhost:8801')
    expect(read()).toMatchObject({ SITE_URL: 'http://localhost:8801', PEPPER })
    writeDevVars(folder, 'http://localhost:8787')
    expect(read()).toMatchObject({ SITE_URL: 'http://localhost:8787', PEPPER })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a busy port is reported at once, with what to do', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = String(typeof address === 'object' && address?.port)
  try {
    const env = { ...process.env, PORT: port, STATE_DIR: path.join(tmpdir(), 'never-made') }
    const { status, stderr } = spawnSync(process.execPath, ['scripts/start.ts'], {
      cwd: root,
      env,
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr).toContain(`Port ${port} is already in use`)
    expect(stderr).toContain(`PORT=${Number(port) + 1}`)
  } finally {
    other.close()
  }
})
