import { applyDecorators, type Type } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiResponse } from '@nestjs/swagger';
import type { ApiProblem } from '@site/contracts';

/** Body of every answer that is not a success. */
export class ApiProblemDto implements ApiProblem {
  @ApiProperty({ example: 'The request could not be understood.' })
  error!: string;
  @ApiProperty({ example: 'bad_request' })
  code!: string;
  @ApiProperty({ format: 'uuid', example: '3f0c9a52-6a0e-4b1e-9d0f-1d2c3b4a5f60' })
  requestId!: string;
  @ApiPropertyOptional({ description: 'What is wrong, and what to do', example: 'limit must be a whole number from 1 to 100' })
  details?: string;
}

/** Lists the failures of a route in the interface's description. */
export function ApiProblems(...statuses: readonly (readonly [status: number, type: Type])[]) {
  return applyDecorators(...statuses.map(([status, type]) => ApiResponse({ status, type })));
}
