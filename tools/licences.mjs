// Which licences let a package be part of what is given to others, and their texts where a package brings none.

/** Those that ask for nothing, or for nothing but their own text; and Apache-2.0, which asks for a NOTICE file too. */
export const ALLOWED_LICENCES = [
  ...["MIT", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "BlueOak-1.0.0"],
  // A work that its author gave to the public domain.
  "Unlicense",
];

/** Whether an SPDX expression leaves a choice that is allowed: all of an AND, one of an OR. */
export function isAllowed(expression) {
  const plain = expression.replace(/[()]/g, " ").trim();
  return plain
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((id) => ALLOWED_LICENCES.includes(id.trim())));
}

const WITHOUT_WARRANTY = `THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;

const AUTHOR_DISCLAIMS = `THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH
REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND
FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS
OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER
TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.`;

const PERMISSION =
  "Permission to use, copy, modify, and/or distribute this software for any purpose\nwith or without fee is hereby granted";

/** The texts of SPDX. Longer ones must come with their package. */
export const SPDX_TEXTS = {
  MIT: `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

${WITHOUT_WARRANTY}`,
  ISC: `${PERMISSION}, provided that the above\ncopyright notice and this permission notice appear in all copies.\n\n${AUTHOR_DISCLAIMS}`,
  "0BSD": `${PERMISSION}.\n\n${AUTHOR_DISCLAIMS}`,
};
