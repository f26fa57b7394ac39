// The reference: node:http and nothing else. With a file, it sends the response in it to every request. Plain
// JavaScript, so that its start doesn't include stripping types.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [, , port, file] = process.argv
if (file === undefined) {
  createServer((_, response) => response.end()).listen(Number(port), '127.0.0.1')
} else {
  const { headers, body } = JSON.parse(readFileSync(file, 'utf8'))
  const bytes = Buffer.from(body, 'base64')
  createServer((_, response) => {
    response.writeHead(200, headers)
    response.end(bytes)
  }).listen(Number(port), '127.0.0.1')
}
