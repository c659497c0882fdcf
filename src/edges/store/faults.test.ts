import { describe, expect, test } from "vitest";
import { StoreFault } from "../../core/gateway/store.ts";
import { Damage, faultWords, isBusy, isDamage, isUnwritable } from "./faults.ts";

/** As `node:sqlite` throws it. */
const ofSqlite = (errcode: number): Error => Object.assign(new Error("as SQLite says it"), { errcode });

/** As `node:fs` throws it. */
const ofSystem = (code: string): Error => Object.assign(new Error(`${code}: no`), { code, syscall: "open" });

const UNWRITABLE = { SQLITE_PERM: 3, SQLITE_READONLY: 8, SQLITE_READONLY_DIRECTORY: 1_544, SQLITE_CANTOPEN: 14 };
const OUTSIDE = { SQLITE_BUSY: 5, SQLITE_LOCKED: 6, SQLITE_IOERR: 10, SQLITE_IOERR_WRITE: 778, SQLITE_FULL: 13 };
const DAMAGE = { SQLITE_ERROR: 1, SQLITE_CORRUPT: 11, SQLITE_NOTADB: 26, SQLITE_IOERR_SHORT_READ: 522 };

describe("an error of SQLite", () => {
  test.each(Object.entries(UNWRITABLE))("%s: the folder cannot be written to, and is not damaged", (_, code) => {
    expect(isUnwritable(ofSqlite(code))).toBe(true);
    expect(isDamage(ofSqlite(code))).toBe(false);
    expect(faultWords(ofSqlite(code))).toBe("the data folder cannot be written to");
  });

  test.each(Object.entries(OUTSIDE))("%s: what the file holds is not in doubt", (_, code) => {
    expect(isUnwritable(ofSqlite(code))).toBe(false);
    expect(isDamage(ofSqlite(code))).toBe(false);
    expect(isBusy(ofSqlite(code))).toBe(code === OUTSIDE.SQLITE_BUSY);
  });

  test.each(Object.entries(DAMAGE))("%s: the file is damaged", (_, code) => {
    expect(isUnwritable(ofSqlite(code))).toBe(false);
    expect(isDamage(ofSqlite(code))).toBe(true);
  });
});

test("an error of the system is no damage; some of them say that the folder cannot be written to", () => {
  const codes = ["EROFS", "EACCES", "EPERM", "EIO", "ENOSPC", "EMFILE"];
  expect(codes.filter((code) => isDamage(ofSystem(code)))).toEqual([]);
  expect(codes.filter((code) => isUnwritable(ofSystem(code)))).toEqual(["EROFS", "EACCES", "EPERM"]);
});

test("a full disk is called so, whoever noticed it", () => {
  for (const error of [ofSqlite(OUTSIDE.SQLITE_FULL), ofSystem("ENOSPC")])
    expect(faultWords(error)).toBe("the disk is full");
});

test("damage that the store found itself is damage, and what the store refuses is none", () => {
  expect(isDamage(new Damage("torn"))).toBe(true);
  expect(isDamage(new StoreFault("in use"))).toBe(false);
});
