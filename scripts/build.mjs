import { prepare } from './toolchain.mjs'

prepare()
