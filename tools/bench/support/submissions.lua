-- Submissions for wrk, each from a new person: signups, messages, or both alternately with idempotency keys, where
-- every tenth is a retry of the previous one.
local kind, seed, count = 'signups', '0', 0

function init(args)
  kind, seed = args[1], args[2]
end

local function json(serial)
  local email = '"email":"p' .. seed .. '-' .. serial .. '@example.com"'
  if kind == 'signups' or (kind == 'keyed' and serial % 2 == 0) then return '{' .. email .. '}' end
  return '{"name":"Ada Lovelace",' .. email .. ',"message":"' .. string.rep('A usual line. ', 20) .. '"}'
end

function request()
  count = count + 1
  local headers = { ['Content-Type'] = 'application/json' }
  local serial = count
  if kind == 'keyed' then
    if count % 10 == 0 then serial = count - 1 end
    headers['Idempotency-Key'] = seed .. '-' .. serial
  end
  return wrk.format('POST', '/contact', headers, json(serial))
end
